import type { Vision } from '#setting'
import styles from './VisionFilters.module.css'

/**
 * Simulations of colour vision deficiencies as matrices on linear RGB, row by row. Source: G. M. Machado, M. M. Oliveira, L.
 * A. F. Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency", IEEE TVCG 15 (6), 2009, table
 * 1, severity 1.0. Greyscale: luminance by ITU-R BT.709.
 */
const matrices = {
  protanopia: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  deuteranopia: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  tritanopia: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
  greyscale: [0.2126, 0.7152, 0.0722, 0.2126, 0.7152, 0.0722, 0.2126, 0.7152, 0.0722],
} as const

/** A 3 × 3 matrix in the form of SVG's feColorMatrix: alpha is unchanged, nothing is added. */
const valuesOf = (matrix: readonly number[]): string =>
  [0, 3, 6].map((row) => [...matrix.slice(row, row + 3), 0, 0].join(' ')).join(' ') + ' 0 0 0 1 0'

const idOf = (vision: string): string => `vision-${vision}`

/** The CSS filter that simulates a kind of vision. */
export const filterOf = (vision: Vision): string => (vision === 'plain' ? 'none' : `url(#${idOf(vision)})`)

/** The filters, once per page. SVG filters use linear RGB by default, which these matrices need. */
export const VisionFilters = () => (
  <svg aria-hidden="true" className={styles['filters']}>
    {Object.entries(matrices).map(([vision, matrix]) => (
      <filter key={vision} id={idOf(vision)} colorInterpolationFilters="linearRGB">
        <feColorMatrix type="matrix" values={valuesOf(matrix)} />
      </filter>
    ))}
    {/* Blurred vision: letters of 16 px are just unreadable. */}
    <filter id={idOf('blurred')}>
      <feGaussianBlur stdDeviation="2.5" />
    </filter>
    {/* A cataract: less contrast, and scattered light over everything. */}
    <filter id={idOf('faded')}>
      <feGaussianBlur stdDeviation="1" />
      <feComponentTransfer>
        <feFuncR type="linear" slope="0.5" intercept="0.35" />
        <feFuncG type="linear" slope="0.5" intercept="0.33" />
        <feFuncB type="linear" slope="0.45" intercept="0.27" />
      </feComponentTransfer>
    </filter>
  </svg>
)
