/** Both in the same unit, which is the caller's. */
export type Size = { readonly width: number; readonly height: number }

/** From the left and from the top. */
export type Point = { readonly x: number; readonly y: number }
