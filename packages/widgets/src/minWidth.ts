/** The width in px below which a surface no longer fits: that of the narrowest phones, less the margins of a page. */
export const MIN_WIDTH = 240
