import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from 'react-router'
import { foodPathOf } from '@playhouse/domain/food-path'
import { problem } from '@playhouse/domain/problem'
import { useWords } from '#i18n'
import { FoodContent } from '#food'
import { foodQuery } from '#server-state'
import { Breadcrumb } from '#ui/Breadcrumb'
import { LinkButton } from '#ui/LinkButton'
import { NoticeActions } from '#ui/Notice'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import { ProblemNotice, useProblemWords } from '#ui/ProblemNotice'
import styles from './FoodPages.module.css'

/** Food and drink for a performance. The route's guard requires that the brand sells it. */
export function FoodPage() {
  const t = useWords('food')
  const navigate = useNavigate()
  const wordsOf = useProblemWords()
  const { event = '', instance = '' } = useParams()
  const { data } = useQuery(foodQuery(instance))
  if (data && data.performance.event !== event) {
    const unavailable = problem('instance-unavailable')
    return (
      <Page width="reading">
        <PageHeading>{wordsOf(unavailable).title}</PageHeading>
        <ProblemNotice problem={unavailable} hasNoTitle />
      </Page>
    )
  }
  return (
    <Page>
      <Breadcrumb crumbs={[{ label: t('title'), to: foodPathOf(event) }, { label: t('order') }]} />
      <PageHeading hero>{t('title')}</PageHeading>
      <div className={styles.order}>
        <FoodContent
          key={instance}
          instance={instance}
          onAdded={() => void navigate('/checkout/basket', { viewTransition: true })}
          otherwise={
            <NoticeActions>
              <LinkButton to={`/events/${event}/${instance}`}>{t('toPerformance')}</LinkButton>
            </NoticeActions>
          }
        />
      </div>
    </Page>
  )
}
