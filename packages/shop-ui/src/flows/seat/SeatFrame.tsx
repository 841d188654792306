import type { ReactNode } from 'react'
import type { Instance } from '@playhouse/api-client/contract'
import type { SeatDisplay } from '#browser'
import { classNames } from '#theme'
import { SeatBar } from './SeatBar.tsx'
import styles from './SeatScreen.module.css'

type SeatFrameProps = { readonly instance: Instance; readonly as: SeatDisplay; readonly children: ReactNode }

/** The performance above the hall: dark around the map, light around the list. It stays while the hall loads, with its heading. */
export const SeatFrame = ({ instance, as, children }: SeatFrameProps) => (
  <div className={classNames(styles.lights)}>
    <div className={classNames(styles.screen, as === 'map' ? styles.dark : styles.light)}>
      <SeatBar instance={instance} />
      {children}
    </div>
  </div>
)
