/** Both in the same unit, which the caller chooses. */
export type Size = { readonly width: number; readonly height: number }

/** From the left and from the top. */
export type Point = { readonly x: number; readonly y: number }
