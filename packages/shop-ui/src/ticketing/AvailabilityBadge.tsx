import type { ReactNode } from 'react'
import type { AvailabilityLabel } from '@playhouse/domain/season'
import { useWords } from '#i18n'
import { classNames } from '#theme'
import styles from './AvailabilityBadge.module.css'

/** A different shape for each label, so that colour is never the only sign. Drawn on a 16 unit square. */
const shapes: Readonly<Record<AvailabilityLabel, { readonly tone: 'good' | 'few' | 'special' | 'off'; readonly shape: ReactNode }>> = {
  'get-tickets': { tone: 'good', shape: <circle cx="8" cy="8" r="7" fill="currentColor" /> },
  limited: {
    tone: 'few',
    shape: (
      <>
        <circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" strokeWidth="2" />
        <path d="M8 2a6 6 0 0 1 0 12z" fill="currentColor" />
      </>
    ),
  },
  book: { tone: 'special', shape: <path d="M2 14 14 2M5 2h9v9" fill="none" stroke="currentColor" strokeWidth="2.5" /> },
  priority: {
    tone: 'special',
    shape: <path d="m8 .8 2.2 4.7 5.1.6-3.8 3.5 1 5.1L8 12.2l-4.5 2.5 1-5.1L.7 6.1l5.1-.6z" fill="currentColor" />,
  },
  'not-on-sale': {
    tone: 'off',
    shape: (
      <>
        <circle cx="8" cy="8" r="6.5" fill="none" stroke="currentColor" strokeWidth="2" />
        <path d="M8 4v4.5l3 2" fill="none" stroke="currentColor" strokeWidth="2" />
      </>
    ),
  },
  'sold-out': {
    tone: 'off',
    shape: (
      <>
        <circle cx="8" cy="8" r="6.5" fill="none" stroke="currentColor" strokeWidth="2" />
        <path d="M3.5 12.5l9-9" stroke="currentColor" strokeWidth="2" />
      </>
    ),
  },
  cancelled: { tone: 'off', shape: <path d="m2.5 2.5 11 11m0-11-11 11" stroke="currentColor" strokeWidth="2.5" /> },
  passed: { tone: 'off', shape: <path d="M2 8h12" stroke="currentColor" strokeWidth="2.5" /> },
}

/** The availability of a performance as a word and a shape. */
export function AvailabilityBadge({ availability }: { readonly availability: AvailabilityLabel }) {
  const t = useWords('part')
  const { tone, shape } = shapes[availability]
  return (
    <span className={classNames(styles.badge, styles[tone])}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        {shape}
      </svg>
      {t(`availability.${availability}`)}
    </span>
  )
}
