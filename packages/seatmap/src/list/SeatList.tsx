import { type ReactNode, useId, useState } from 'react'
import { accessOf, isStandingArea } from '@playhouse/domain/plan'
import { useHall, type VisitorHall } from '#hall'
import type { SeatListProps } from '#props'
import { GroupTable } from './GroupTable.tsx'
import { listGroups, listRows, type Sort, sortAreas } from './list-rows.ts'
import styles from './SeatList.module.css'
import { SeatTable } from './SeatTable.tsx'
import { StandingField } from './StandingField.tsx'
import { useHeld } from './useHeld.ts'
import { useNews } from './useNews.ts'

const sorts: readonly Sort[] = ['row', 'price', 'stepFree']

/**
 * The same seats as sections, rows and a table: for small screens, screen readers, browsers without WebGL, and visitors who
 * prefer text. Needs nothing of the drawn map. It reads the hall as the grid does, so both always agree.
 */
export function SeatList(props: SeatListProps): ReactNode {
  const { words } = props
  const hall = useHall(props)
  const [showTaken, setShowTaken] = useState(false)
  const [sort, setSort] = useState<Sort>('row')
  const [open, setOpen] = useState<number>()
  const sortId = useId()
  const [held, watch] = useHeld('data-section')
  const areas = sortAreas(
    hall,
    hall.areas.filter((area) => showTaken || hasOpen(hall, area) || held === String(area)),
    sort,
  )

  return (
    <div className={styles['list']} {...watch}>
      <div className={styles['tools']}>
        <label htmlFor={sortId}>{words.sortBy}</label>
        <select id={sortId} value={sort} onChange={(event) => setSort(sorts.find((one) => one === event.target.value) ?? 'row')}>
          {sorts.map((one) => (
            <option key={one} value={one}>
              {words.sorts[one]}
            </option>
          ))}
        </select>
        <label className={styles['toggle']}>
          <input type="checkbox" checked={showTaken} onChange={(event) => setShowTaken(event.target.checked)} />
          {words.showTaken}
        </label>
      </div>
      {areas.length === 0 && <p className={styles['empty']}>{words.empty}</p>}
      {areas.map((area) => (
        <AreaSection
          key={area}
          {...props}
          area={area}
          hall={hall}
          sort={sort}
          showTaken={showTaken}
          open={(open ?? areas[0]) === area}
          onOpen={(yes) => setOpen(yes ? area : -1)}
        />
      ))}
    </div>
  )
}

type SectionProps = SeatListProps & {
  readonly area: number
  readonly hall: VisitorHall
  readonly sort: Sort
  readonly showTaken: boolean
  readonly open: boolean
  readonly onOpen: (open: boolean) => void
}

/** One section of the hall, opened by its heading; closed ones render nothing. */
function AreaSection({ area, hall, open, onOpen, words, headingLevel = 3, ...rest }: SectionProps): ReactNode {
  const body = useId()
  const Heading = `h${headingLevel}` as const
  return (
    <section data-section={area} className={styles['area']}>
      <Heading className={styles['heading']}>
        <button type="button" aria-expanded={open} aria-controls={body} onClick={() => onOpen(!open)}>
          <span className={styles['name']}>{words.areaName(area)}</span>
          <span className={styles['summary']}>
            {words.areaSummary(hall.tally(area))} · {words.areaAccess(accessOf(hall.plan.areas[area]!))}
          </span>
        </button>
      </Heading>
      <div id={body} hidden={!open} className={styles['body']}>
        {open && <AreaSeats {...rest} area={area} hall={hall} words={words} />}
      </div>
    </section>
  )
}

/** The seats of a section: one by one, or for a party the groups that lie together. */
function AreaSeats({
  area,
  hall,
  sort,
  showTaken,
  words,
  offers,
  store,
  selection,
  party = 1,
  onStand,
  onToggle,
  onTogether,
  onDetails,
  onDone,
}: Omit<SectionProps, 'open' | 'onOpen'>) {
  const label = words.areaName(area)
  const [heldSeats = '', watch] = useHeld('data-held')
  const held = heldSeats.split(' ').filter(Boolean).map(Number)
  const news = useNews({ store, selection, words }, held)
  if (isStandingArea(hall.plan, area))
    return <StandingField {...{ hall, area, words, offers }} {...(onStand && { onStand })} {...(onDone && { onDone })} />
  const asking = { ...(onDetails && { onDetails }), ...(onDone && { onDone }) }
  if (party > 1 && onTogether) {
    const groups = listGroups(hall, area, party, sort, offers, held)
    return (
      <div {...watch}>
        {groups.length === 0 ? (
          <p className={styles['empty']}>{words.noGroup(party)}</p>
        ) : (
          <GroupTable groups={groups} words={words} label={label} offers={offers} onTogether={onTogether} onDone={onDone} />
        )}
        <News>{news}</News>
      </div>
    )
  }
  return (
    <div {...watch}>
      <SeatTable
        rows={listRows(hall, area, showTaken, sort, offers, held)}
        words={words}
        label={label}
        held={held}
        offers={offers}
        onToggle={onToggle}
        {...asking}
      />
      <News>{news}</News>
    </div>
  )
}

const News = ({ children }: { readonly children: string }): ReactNode => (
  <p role="status" className={styles['news']}>
    {children}
  </p>
)

function hasOpen(hall: VisitorHall, area: number): boolean {
  const { firstSeat, seatCount } = hall.plan.areas[area]!
  for (let seat = firstSeat; seat < firstSeat + seatCount; seat++) if (hall.isOpen(seat)) return true
  return false
}
