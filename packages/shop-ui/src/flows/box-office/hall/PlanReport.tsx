import type { HallPlanReport } from '@playhouse/domain/hall-plan'
import { useFormats, useWords } from '#i18n'
import { Notice } from '#ui/Notice'
import styles from '../BoxOffice.module.css'

/** What a plan has, and what to check in it. */
export function PlanReport({ report }: { readonly report: HallPlanReport }) {
  const t = useWords('hall')
  const plan = useWords('planning')
  const { list, number } = useFormats()
  const { areas, types, bands } = report
  const areaTexts = areas.map(({ name, seats }) => t('bandOf', { band: name, seats: t('seats', { count: seats }) }))
  const bandTexts = bands.map(({ band, seats, categories }) =>
    t(categories.length > 0 ? 'bandFrom' : 'bandOf', {
      ...{ band: plan(`band.${band}`), seats: t('seats', { count: seats }), categories: list(categories) },
    }),
  )
  return (
    <>
      <dl className={styles['facts']}>
        <dt>{t('rows')}</dt>
        <dd>{number(report.rows)}</dd>
        <dt>{t('areas')}</dt>
        <dd>{list(areaTexts)}</dd>
        {types.map(({ type, seats }) => (
          <Fact key={type} name={t(`type.${type}`)} value={number(seats)} />
        ))}
        <dt>{t('stepFree')}</dt>
        <dd>{number(report.stepFree)}</dd>
        <dt>{t('bands')}</dt>
        <dd>{list(bandTexts)}</dd>
      </dl>
      <h3>{t('check')}</h3>
      {!report.isSellable && <Notice tone="error" title={t('hasErrors')} />}
      {report.findings.length === 0 && <p>{t('noFindings')}</p>}
      {(['error', 'warning', 'note'] as const).map((severity) => (
        <Findings key={severity} severity={severity} findings={report.findings} />
      ))}
    </>
  )
}

const Fact = ({ name, value }: { readonly name: string; readonly value: string }) => (
  <>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </>
)

type FindingsProps = { readonly severity: HallPlanReport['findings'][number]['severity']; readonly findings: HallPlanReport['findings'] }

function Findings({ severity, findings }: FindingsProps) {
  const t = useWords('hall')
  const { list } = useFormats()
  const shown = findings.filter((finding) => finding.severity === severity)
  if (shown.length === 0) return null
  const textOf = ({ area, row, numbers }: HallPlanReport['findings'][number]['at'][number]): string =>
    row === undefined ? area : numbers === undefined ? t('placeRow', { area, row }) : t('placeSeats', { area, row, numbers })
  return (
    <>
      <h4>{t(`severity.${severity}`)}</h4>
      <ul className={styles['their']}>
        {shown.map(({ code, count, at }, nth) => {
          const text = t(`finding.${code}`)
          return (
            // A code may occur twice, with different details.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={`${code} ${nth}`}>
              {count > 1 ? t('findingCount', { text, count }) : text}
              {severity !== 'note' && at.length > 0 && (
                <span className={styles['soft']}> {t('where', { places: list(at.map(textOf)) })}</span>
              )}
            </li>
          )
        })}
      </ul>
    </>
  )
}
