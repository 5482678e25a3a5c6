/**
 * The editor's effects as colour matrices for sRGB values, rows of red, green and blue. Screens
 * (`feColorMatrix` with `color-interpolation-filters="sRGB"`), previews and print all use these numbers, so that they look the
 * same.
 */

// 001 §9 Effects: original, bw, sepia.
export const EFFECTS = ['original', 'bw', 'sepia'] as const
export type Effect = (typeof EFFECTS)[number]

export type ColourMatrix = readonly [
  readonly [number, number, number],
  readonly [number, number, number],
  readonly [number, number, number],
]

const luminance = [0.2126, 0.7152, 0.0722] as const

const matrices: Record<Exclude<Effect, 'original'>, ColourMatrix> = {
  bw: [luminance, luminance, luminance],
  sepia: [
    [0.393, 0.769, 0.189],
    [0.349, 0.686, 0.168],
    [0.272, 0.534, 0.131],
  ],
}

/** The matrix of an effect; null for no effect. */
export function effectMatrix(effect: Effect): ColourMatrix | null {
  return effect === 'original' ? null : matrices[effect]
}

/** The matrix as the `values` of an SVG `feColorMatrix`. */
export function feColorMatrix(matrix: ColourMatrix): string {
  return [...matrix.map((row) => [...row, 0, 0].join(' ')), '0 0 0 1 0'].join(' ')
}
