import { lazy, Suspense, useState } from 'react'
import { useLocation } from 'react-router'
import type { Instance } from '@playhouse/api-client/contract'
import { isCurrent } from '@playhouse/domain/season'
import { useFormats, useWords } from '#i18n'
import { announce } from '#ui/announce'
import { Button } from '#ui/Button'
import { LinkButton } from '#ui/LinkButton'
import { Notice, NoticeActions } from '#ui/Notice'
import { serverNow, usePrefetch } from '#browser'
import { useApplyPromo, useBrand, useSession } from '#server-state'
import { classNames } from '#theme'
import styles from './PriorityNotice.module.css'

const fetchDialog = () => import('#ticketing/CodeDialog')
const CodeDialog = lazy(async () => ({ default: (await fetchDialog()).CodeDialog }))

export type PriorityNoticeProps = {
  readonly instance: Instance
  /** The heading of the page is the title. */
  readonly hasNoTitle?: boolean
}

/** Before general sale: who may book from when, with links for them. With a matching membership or code the page shows the sale. */
export function PriorityNotice({ instance, hasNoTitle = false }: PriorityNoticeProps) {
  const t = useWords('browse')
  const { list, dateAndTime } = useFormats()
  const { memberships } = useBrand()
  const { customer } = useSession()
  const { pathname } = useLocation()
  const applyPromo = useApplyPromo()
  const [isAsking, setAsking] = useState(false)
  // Stays mounted once opened, for the closing animation.
  const [hasAsked, setAsked] = useState(false)
  if (isAsking && !hasAsked) setAsked(true)
  usePrefetch(fetchDialog)
  const [isUnrelatedCode, setOtherCode] = useState(false)
  const formatInstant = (startsAt: string): string => dateAndTime({ startsAt, timeZone: instance.timeZone })
  const namesOf = (ids: readonly string[]): string =>
    list(ids.map((id) => memberships.find((membership) => membership.id === id)?.name ?? id))
  const applyCode = async (code: string) => {
    const result = await applyPromo.mutateAsync({ body: { code } })
    setOtherCode(result.ok)
    if (result.ok) announce(t('priority.applied'))
    return result.ok ? undefined : result.error
  }
  return (
    <>
      <Notice tone="info" {...(!hasNoTitle && { title: t('priority.title') })}>
        <p>{t(customer ? 'priority.signedIn' : 'priority.lead')}</p>
        {isUnrelatedCode && <p role="status">{t('priority.otherCode')}</p>}
        <NoticeActions>
          {!customer && (
            <LinkButton look="primary" to={`/login?${new URLSearchParams({ next: pathname })}`}>
              {t('closed.signIn')}
            </LinkButton>
          )}
          <Button onPress={() => setAsking(true)}>{t('priority.code')}</Button>
          <LinkButton to={`/events/${instance.event}#dates`}>{t('closed.allDates')}</LinkButton>
        </NoticeActions>
      </Notice>
      <section aria-labelledby="priority-title" className={classNames(styles.who)}>
        <h2 id="priority-title">{t('priority.when')}</h2>
        <dl>
          {instance.priority.map(({ from, until, memberships: ids }) => (
            <div key={`${from} ${ids.join(' ')}`} className={styles.period}>
              <dt>
                <time dateTime={from}>{formatInstant(from)}</time>
                {until !== null && (
                  <>
                    {' – '}
                    <time dateTime={until}>{formatInstant(until)}</time>
                  </>
                )}
                {isCurrent({ from: Date.parse(from), until: until === null ? undefined : Date.parse(until) }, serverNow()) && (
                  <span className={styles.now}>{t('priority.now')}</span>
                )}
              </dt>
              <dd>{namesOf(ids)}</dd>
            </div>
          ))}
          <div className={styles.period}>
            <dt>
              <time dateTime={instance.generalSaleAt}>{formatInstant(instance.generalSaleAt)}</time>
            </dt>
            <dd>{t('priority.everybody')}</dd>
          </div>
        </dl>
      </section>
      {hasAsked && (
        <Suspense>
          <CodeDialog kind="promo" isOpen={isAsking} onClose={() => setAsking(false)} onApply={applyCode} />
        </Suspense>
      )}
    </>
  )
}
