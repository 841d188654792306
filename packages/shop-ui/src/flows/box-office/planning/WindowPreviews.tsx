import type { PlannedSaleWindows } from '@playhouse/api-client/contract'
import { isStaffAllowed } from '@playhouse/domain/staff'
import { useFormats, useWords } from '#i18n'
import { useBrand } from '#server-state'
import { Button } from '#ui/Button'
import styles from '../BoxOffice.module.css'
import { useCounterState } from '../counter-state.ts'
import { PlanningOutcome } from './PlanningOutcome.tsx'
import { useShopPreview } from './useShopPreview.ts'
import { useWindowText } from './useWindowText.ts'
import { wallClockIn } from './wall-clock.ts'

const minuteMs = 60_000

type Props = { readonly saleWindows: Pick<PlannedSaleWindows, 'event' | 'windows' | 'performances'> }

/** For each window of the web: a button that opens the shop one minute after the window first opens, as a person who may book then. */
export function WindowPreviews({ saleWindows: { event, windows, performances } }: Props) {
  const t = useWords('planning')
  const { role } = useCounterState().clerk
  const { timeZone } = useBrand()
  const { dateAndTime } = useFormats()
  const { whoOf } = useWindowText()
  const { mutation, open } = useShopPreview(event)
  const openings = windows.flatMap((window, nth) => {
    // Periods are in the order of the windows.
    const [first] = performances.flatMap(({ periods }) => periods[nth]?.from ?? []).toSorted()
    return window.channel === 'web' && first !== undefined ? [{ window, first, number: nth + 1 }] : []
  })
  if (openings.length === 0 || !isStaffAllowed(role, 'preview-shop')) return null
  return (
    <>
      <PlanningOutcome mutation={mutation} />
      <ul role="list" className={styles['lines']}>
        {openings.map(({ window: { memberships, channel }, first, number }) => (
          <li key={number}>
            <span>
              {t('shopPreview.opens', { who: whoOf({ channel, memberships }), moment: dateAndTime({ startsAt: first, timeZone }) })}
            </span>
            <Button
              isPending={mutation.isPending}
              onPress={() =>
                void open({
                  at: wallClockIn(timeZone, Date.parse(first) + minuteMs),
                  person: memberships?.[0] === undefined ? { kind: 'visitor' } : { kind: 'member', membership: memberships[0] },
                })
              }
            >
              {t('shopPreview.seeIt', { number })}
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}
