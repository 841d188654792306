import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { foodPathOf } from '@playhouse/domain/food-path'
import { useFormats, useWords, useTexts } from '#i18n'
import { foodOfEventQuery, ProblemError } from '#server-state'
import { Breadcrumb } from '#ui/Breadcrumb'
import { Link } from '#ui/Link'
import { LinkButton } from '#ui/LinkButton'
import { Notice, NoticeActions } from '#ui/Notice'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import { ProblemNotice } from '#ui/ProblemNotice'
import { Loading, SkeletonBlock, SkeletonLine } from '#ui/Skeleton'
import styles from './FoodPages.module.css'

/** The performances of a production for which food and drink can be ordered. The route's guard requires that the brand sells it. */
export function FoodOfEventPage() {
  const t = useWords('food')
  const { dateAndTime } = useFormats()
  const { event = '' } = useParams()
  const { data, error, refetch } = useQuery(foodOfEventQuery(event))
  const textsOf = useTexts()
  const title = data && textsOf(data).title
  return (
    <Page>
      {title !== undefined && <Breadcrumb crumbs={[{ label: title, to: `/events/${event}` }, { label: t('title') }]} />}
      <PageHeading hero>{t('title')}</PageHeading>
      {data && data.performances.length > 0 && (
        <>
          <p>{t('choose', { title })}</p>
          <ul role="list" className={styles.performances}>
            {data.performances.map((performance) => (
              <li key={performance.instance}>
                <Link to={foodPathOf(event, performance.instance)}>
                  <time dateTime={performance.startsAt}>{dateAndTime(performance)}</time>
                </Link>
                {!performance.isOpen && <span className={styles.soft}>{t('closed')}</span>}
              </li>
            ))}
          </ul>
        </>
      )}
      {data?.performances.length === 0 && (
        <Notice title={t('none')}>
          {t('noneOfEvent')}
          <NoticeActions>
            <LinkButton to={`/events/${event}`}>{t('toEvent', { title })}</LinkButton>
          </NoticeActions>
        </Notice>
      )}
      {error instanceof ProblemError && <ProblemNotice problem={error.problem} onRetry={() => void refetch()} />}
      {!data && !error && (
        <Loading>
          <SkeletonLine share={0.4} />
          <SkeletonBlock height={16} />
        </Loading>
      )}
    </Page>
  )
}
