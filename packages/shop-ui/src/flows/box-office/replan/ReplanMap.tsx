import { useMemo, useState } from 'react'
import { useWords } from '#i18n'
import styles from '../BoxOffice.module.css'
import type { PlanMapView } from '../hall/plan-map.ts'
import { OptionField } from '../planning/OptionField.tsx'
import { drawnFateOf, drawnFates, type DrawnReplan, drawnUseOf, drawnUses, freeSeats } from './replan-seats.ts'

type Props = {
  readonly drawn: DrawnReplan
  readonly PlanMap: PlanMapView
  /** The former seat for which staff choose one: a press on a free seat chooses it. */
  readonly choosing: string | undefined
  readonly onChoose: (from: string, to: string) => void
}

const views = ['other', 'current'] as const

/** One of both plans, drawn: the current one with the seats that the other one lacks, the other one with the seats that are given. */
export function ReplanMap({ drawn, PlanMap, choosing, onChoose }: Props) {
  const t = useWords('replan')
  const [view, setView] = useState<(typeof views)[number]>('other')
  const { from, to, kept, replan } = drawn
  const fates = useMemo(() => drawnFateOf(from, replan), [from, replan])
  const uses = useMemo(() => drawnUseOf(to, replan), [to, replan])
  const pick = (seats: readonly number[]): void => {
    const free = choosing === undefined ? [] : freeSeats(drawn, choosing)
    const seat = seats.find((each) => free.includes(each))
    if (choosing !== undefined && seat !== undefined) onChoose(choosing, to.idOf(seat))
  }
  return (
    <section className={styles['stack']} aria-labelledby="replan-map">
      <h2 id="replan-map">{t('map.title')}</h2>
      <OptionField
        name="replan-view"
        label={t('map.show')}
        value={view}
        onChange={setView}
        options={views.map((value) => ({ value, label: t(`map.${value}`) }))}
      />
      <div className={styles['wide']}>
        {view === 'current' ? (
          <PlanMap
            key="current"
            plan={from}
            bandOf={fates}
            names={(['stays', 'free', 'held', 'sold'] as const).map((fate) => ({ band: drawnFates[fate], name: t(`fate.${fate}`) }))}
          />
        ) : (
          <PlanMap
            key="other"
            plan={to}
            bandOf={uses}
            taken={kept}
            names={(['open', 'as-good', 'by-hand'] as const).map((use) => ({ band: drawnUses[use], name: t(`use.${use}`) }))}
            {...(choosing !== undefined && { onSeats: pick })}
          />
        )}
      </div>
    </section>
  )
}
