export { brandCss, fontPath } from './brand-css.ts'
export { classNames } from './class-names.ts'
export { type Motif, type MotifShape, motifs, motifSheet, type PosterColour, posterPalette } from './poster-motif.ts'
export { brandFontMetrics } from './font-fallback.ts'
