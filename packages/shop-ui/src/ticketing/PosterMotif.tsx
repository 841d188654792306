import type { ReactNode } from 'react'
import type { Production } from '@playhouse/domain/season'

type Motif = Production['poster']['motif']

const ground = 'var(--ground)'
const deep = 'var(--deep)'
const mid = 'var(--mid)'
const light = 'var(--light)'
const spark = 'var(--spark)'

const count = (length: number): number[] => Array.from({ length }, (_, index) => index)
const at = (radius: number, degrees: number): string => {
  const angle = (degrees * Math.PI) / 180
  return `${(150 + radius * Math.cos(angle)).toFixed(1)} ${(150 + radius * Math.sin(angle)).toFixed(1)}`
}

/** Eight drawings on a sheet of 300 by 400. Each leaves its lower half quiet for the title. */
export const motifs: Readonly<Record<Motif, ReactNode>> = {
  arcs: (
    <>
      {count(7).map((ring) => (
        <circle key={ring} cx="300" cy="0" r={290 - ring * 40} fill={[mid, ground, light, deep, spark, ground, mid][ring]} />
      ))}
    </>
  ),
  waves: (
    <>
      <circle cx="222" cy="92" r="58" fill={light} />
      {count(7).map((row) => {
        const y = 96 + row * 38
        return (
          <path
            key={row}
            d={`M-40 ${y}c50-46 90-46 140 0s90 46 140 0 90-46 140 0V420H-40z`}
            fill={row === 1 ? spark : row % 2 ? mid : deep}
            opacity={row === 1 ? 1 : 0.92}
          />
        )
      })}
    </>
  ),
  grid: (
    <>
      {count(48).map((cell) => {
        const [x, y] = [(cell % 6) * 50 + 25, Math.floor(cell / 6) * 50 + 25]
        const odd = (cell * 7 + Math.floor(cell / 6) * 3) % 11
        return <circle key={cell} cx={x} cy={y} r={odd === 4 ? 22 : 6 + odd} fill={odd === 4 ? spark : odd > 7 ? light : mid} />
      })}
    </>
  ),
  sun: (
    <>
      <circle cx="150" cy="150" r="104" fill={spark} />
      {count(9).map((line) => (
        <rect key={line} x="0" y={126 + line * 16} width="300" height={2 + line * 1.5} fill={ground} />
      ))}
      <rect x="0" y="256" width="300" height="144" fill={deep} />
      <path d="M0 256h300" stroke={light} strokeWidth="3" />
    </>
  ),
  steps: (
    <>
      {count(8).map((step) => (
        <path key={step} d={`M${step * 38} ${300 - step * 38}H300V400H${step * 38}z`} fill={step % 2 ? mid : deep} />
      ))}
      <path
        d={`M0 300${count(8)
          .map((step) => `V${300 - step * 38}h38`)
          .join('')}`}
        fill="none"
        stroke={light}
        strokeWidth="3"
      />
      <circle cx="76" cy="84" r="34" fill={spark} />
    </>
  ),
  rays: (
    <>
      {count(18).map((ray) => (
        <path
          key={ray}
          d={`M150 150L${at(420, ray * 20)}L${at(420, ray * 20 + 10)}z`}
          fill={ray % 3 === 0 ? light : mid}
          opacity={ray % 3 === 0 ? 0.9 : 1}
        />
      ))}
      <circle cx="150" cy="150" r="54" fill={ground} />
      <circle cx="150" cy="150" r="36" fill={spark} />
    </>
  ),
  thread: (
    <>
      {count(13).map((line) => (
        <path
          key={line}
          d={`M${-20 + line * 4} ${24 + line * 10}C${90 + line * 9} ${-40 + line * 20} ${120 - line * 4} ${250 - line * 6} 320 ${40 + line * 17}`}
          fill="none"
          stroke={line === 6 ? spark : line % 2 ? light : mid}
          strokeWidth={line === 6 ? 7 : 2.5}
        />
      ))}
    </>
  ),
  blocks: (
    <>
      <rect x="0" y="0" width="170" height="120" fill={mid} />
      <rect x="170" y="0" width="130" height="210" fill={light} />
      <rect x="0" y="120" width="86" height="140" fill={spark} />
      <rect x="86" y="120" width="84" height="90" fill={deep} />
      <path d="M170 210a65 65 0 0 1 130 0z" fill={deep} />
      <circle cx="85" cy="60" r="40" fill={ground} />
      <rect x="0" y="260" width="300" height="140" fill={deep} />
    </>
  ),
}
