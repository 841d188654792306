import { type ReactNode, useEffect } from 'react'
import type { Instance } from '@playhouse/api-client/contract'
import { removeEarlyMap } from '@playhouse/seatmap/early'
import type { SeatDisplay } from '#browser'
import { SeatingChanged } from '#halls'
import { classNames } from '#theme'
import { SeatBar } from './SeatBar.tsx'
import styles from './SeatScreen.module.css'

type SeatFrameProps = { readonly instance: Instance; readonly as: SeatDisplay; readonly children: ReactNode }

/** The performance above the hall: dark around the map, light around the list. It stays while the hall loads, with its heading. */
export const SeatFrame = ({ instance, as, children }: SeatFrameProps) => (
  <div className={classNames(styles.lights)}>
    <div className={classNames(styles.screen, as === 'map' ? styles.dark : styles.light)}>
      <div>
        <SeatBar instance={instance} />
        <SeatingChanged instance={instance} />
      </div>
      {children}
      {as === 'map' && <EarlyMapSlot />}
    </div>
  </div>
)

/** Takes the map that a script draws before the shop has arrived (`early/early-seats.ts`), in a shadow tree: React knows only this element. */
function EarlyMapSlot() {
  useEffect(() => removeEarlyMap, [])
  return <div className={styles.earlyMap} data-early-map="" aria-hidden="true" />
}
