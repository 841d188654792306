import { useMemo, useState } from 'react'
import type { Plan } from '@playhouse/domain/plan'
import {
  createSeatFinder,
  type Finding,
  placesOfSeats,
  type PlanReport,
  describeFinding,
  type SeatOrigin,
  type Severity,
} from '@playhouse/domain/plan/import'
import { useFormats, useWords } from '@playhouse/shop-ui/i18n'
import { Notice } from '@playhouse/shop-ui/ui/Notice'
import { Search } from '../part/Search.tsx'
import { Segments } from '../part/Segments.tsx'
import { countHall } from './count-hall.ts'
import { FindingLine } from './FindingLine.tsx'
import styles from './Pane.module.css'

const severities: readonly Severity[] = ['error', 'warning', 'note']

type ReportPaneProps = {
  readonly plan: Plan
  readonly report: PlanReport
  readonly origins: readonly SeatOrigin[]
  readonly refusal: { readonly file: string; readonly finding: Finding } | undefined
  readonly onRing: (seats: readonly number[]) => void
}

/** The findings for the plan on the stage, with links to the seats that they name. */
export function ReportPane({ plan, report, origins, refusal, onRing }: ReportPaneProps) {
  const t = useWords('preview')
  const { number } = useFormats()
  const [severity, setSeverity] = useState<Severity | 'all'>('all')
  const [searchText, setSearchText] = useState('')
  const lines = useMemo(() => {
    const find = createSeatFinder(plan, origins)
    return report.findings.map((finding) => {
      const seats = find(finding)
      return { finding, sentence: describeFinding(finding), seats, rows: placesOfSeats(plan, seats) }
    })
  }, [plan, report, origins])
  const query = searchText.trim().toLocaleLowerCase()
  const matchingLines = lines.filter(
    ({ finding, sentence }) =>
      (severity === 'all' || finding.severity === severity) &&
      [sentence, ...finding.areas, ...finding.at].some((text) => text.toLocaleLowerCase().includes(query)),
  )
  const countOf = (one: Severity): number => lines.filter(({ finding }) => finding.severity === one).length
  return (
    <div className={styles['pane']}>
      {refusal && (
        <Notice tone="error" role="alert" title={t('report.refused', { file: refusal.file })}>
          <p lang="en">{describeFinding(refusal.finding)}</p>
          <p>{t('report.refusedHint')}</p>
        </Notice>
      )}
      <p>{t('report.summary', countHall(t, report))}</p>
      {lines.length === 0 ? (
        <Notice tone="success" title={t('report.clean')} />
      ) : (
        <>
          <Segments
            label={t('report.severity')}
            isLabelHidden
            value={severity}
            onChange={setSeverity}
            segments={[
              { value: 'all', label: t('report.all', { found: number(lines.length) }) },
              ...severities.map((value) => ({ value, label: t(`report.${value}`, { found: number(countOf(value)) }) })),
            ]}
          />
          <Search label={t('report.search')} value={searchText} onChange={setSearchText} />
          <p role="status" className="visually-hidden">
            {t('report.shown', { count: matchingLines.length })}
          </p>
          <ul role="list" className={styles['findings']}>
            {matchingLines.map((line) => (
              <FindingLine key={lines.indexOf(line)} {...line} onRing={onRing} />
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
