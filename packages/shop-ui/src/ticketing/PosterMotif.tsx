import { createElement } from 'react'
import { type Motif, motifs } from '#theme'

/** The motif of a poster as elements of an SVG; the poster's style defines its colours. */
export const PosterMotif = ({ motif }: { readonly motif: Motif }) =>
  motifs[motif].map(({ tag, at, fill, stroke, opacity }, index) =>
    createElement(tag, {
      key: index,
      ...at,
      fill: fill ? `var(--${fill})` : 'none',
      ...(stroke && { stroke: `var(--${stroke.colour})`, strokeWidth: stroke.width }),
      ...(opacity !== undefined && opacity < 1 && { opacity }),
    }),
  )
