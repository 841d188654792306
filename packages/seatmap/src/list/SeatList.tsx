import { type ReactNode, useId, useState } from 'react'
import { accessOf, isStandingArea } from '@playhouse/domain/plan'
import { useHall, type VisitorHall } from '#hall'
import type { SeatListProps } from '#props'
import { GroupTable } from './GroupTable.tsx'
import { listGroups, listRows, type Sort, sortAreas } from './list-rows.ts'
import styles from './SeatList.module.css'
import { SeatTable } from './SeatTable.tsx'
import { StandingField } from './StandingField.tsx'
import { useFocusedValue } from './useFocusedValue.ts'
import { useTakenSeatAnnouncement } from './useTakenSeatAnnouncement.ts'

const sorts: readonly Sort[] = ['row', 'price', 'stepFree']

/**
 * The seats of the map as sections and tables: for small screens, screen readers, browsers without WebGL, and visitors who
 * prefer text. It does not depend on the drawn map. It reads the same `VisitorHall` as the grid, so both show the same seats.
 */
export function SeatList(props: SeatListProps): ReactNode {
  const { words } = props
  const hall = useHall(props)
  const [showTaken, setShowTaken] = useState(false)
  const [sort, setSort] = useState<Sort>('row')
  const [open, setOpen] = useState<number>()
  const sortId = useId()
  const [focusedSection, watch] = useFocusedValue('data-section')
  const areas = sortAreas(
    hall,
    hall.areas.filter((area) => showTaken || hasOpen(hall, area) || focusedSection === String(area)),
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
          onOpen={(isOpen) => setOpen(isOpen ? area : -1)}
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

/** One section of the hall, which its heading opens and closes. A closed section renders no seats. */
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

/** The seats of a section: single seats, or for a party groups of adjacent seats. */
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
  onStandingCountChange,
  onToggle,
  onToggleGroup,
  onDetails,
  onDone,
}: Omit<SectionProps, 'open' | 'onOpen'>) {
  const label = words.areaName(area)
  const [focusedValue = '', watch] = useFocusedValue('data-held')
  const focusedSeats = focusedValue.split(' ').filter(Boolean).map(Number)
  const announcement = useTakenSeatAnnouncement({ store, selection, words }, focusedSeats)
  if (isStandingArea(hall.plan, area))
    return (
      <StandingField
        {...{ hall, area, words, offers }}
        {...(onStandingCountChange && { onStandingCountChange })}
        {...(onDone && { onDone })}
      />
    )
  const callbacks = { ...(onDetails && { onDetails }), ...(onDone && { onDone }) }
  if (party > 1 && onToggleGroup) {
    const groups = listGroups(hall, area, party, sort, offers, focusedSeats)
    return (
      <div {...watch}>
        {groups.length === 0 ? (
          <p className={styles['empty']}>{words.noGroup(party)}</p>
        ) : (
          <GroupTable groups={groups} words={words} label={label} offers={offers} onToggleGroup={onToggleGroup} onDone={onDone} />
        )}
        <Announcement>{announcement}</Announcement>
      </div>
    )
  }
  return (
    <div {...watch}>
      <SeatTable
        rows={listRows(hall, area, showTaken, sort, offers, focusedSeats)}
        words={words}
        label={label}
        keptSeats={focusedSeats}
        offers={offers}
        onToggle={onToggle}
        {...callbacks}
      />
      <Announcement>{announcement}</Announcement>
    </div>
  )
}

const Announcement = ({ children }: { readonly children: string }): ReactNode => (
  <p role="status" className={styles['news']}>
    {children}
  </p>
)

function hasOpen(hall: VisitorHall, area: number): boolean {
  const { firstSeat, seatCount } = hall.plan.areas[area]!
  for (let seat = firstSeat; seat < firstSeat + seatCount; seat++) if (hall.isOpen(seat)) return true
  return false
}
