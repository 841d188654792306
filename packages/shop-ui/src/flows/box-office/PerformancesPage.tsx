import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormats, useWords } from '#i18n'
import { Link } from '#parts/Link'
import { Page } from '#parts/Page'
import { PageHeading } from '#parts/PageHeading'
import { ProblemNotice } from '#parts/ProblemNotice'
import { Loading, SkeletonBlock } from '#parts/Skeleton'
import { TextField } from '#parts/TextField'
import { ProblemError } from '#session'
import styles from './BoxOffice.module.css'
import { counterInstancesQuery } from './desk.ts'

/** As many as one looks through; a word more finds the others. */
const most = 60

/** Performances to sell, the next first. */
export function PerformancesPage() {
  const t = useWords('box-office')
  const { dateAndTime } = useFormats()
  const [word, setWord] = useState('')
  const { data, error } = useQuery(counterInstancesQuery)
  const wanted = word.trim().toLowerCase().split(/\s+/)
  const shown = (data ?? [])
    .map((one) => ({ ...one, said: dateAndTime(one) }))
    .filter((one) => wanted.every((part) => `${one.title} ${one.said} ${one.hallName}`.toLowerCase().includes(part)))
  return (
    <Page>
      <PageHeading>{t('performances.title')}</PageHeading>
      <TextField name="performance-word" label={t('performances.find')} type="search" value={word} onChange={setWord} optional />
      {error instanceof ProblemError && <ProblemNotice problem={error.problem} bare />}
      {data ? (
        <ul className={styles['wide']}>
          {shown.slice(0, most).map((one) => (
            <li key={one.id}>
              <Link to={`/smart/book/${one.id}`}>{t('performances.line', { title: one.title, when: one.said })}</Link>{' '}
              <span className={styles['soft']}>{t('performances.left', { hall: one.hallName, count: one.seatsLeft })}</span>
            </li>
          ))}
        </ul>
      ) : (
        !error && (
          <Loading>
            <SkeletonBlock height={16} />
          </Loading>
        )
      )}
      {shown.length > most && <p className={styles['soft']}>{t('performances.more', { count: shown.length - most })}</p>}
      {data && shown.length === 0 && <p>{t('performances.none')}</p>}
    </Page>
  )
}
