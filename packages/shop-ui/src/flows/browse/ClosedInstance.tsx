import type { Instance } from '@playhouse/api-client/contract'
import { type Problem, problem } from '@playhouse/domain/problem'
import { type AvailabilityLabel, bookable } from '@playhouse/domain/season'
import { useFormats, useWords } from '#i18n'
import { LinkButton } from '#ui/LinkButton'
import { Notice, NoticeActions, type NoticeTone } from '#ui/Notice'
import { PerformanceList } from '#ticketing/PerformanceList'
import { useProblemWords } from '#ui/ProblemNotice'
import { serverNow } from '#browser'
import { useBrand } from '#server-state'
import { classNames } from '#theme'
import styles from './InstancePage.module.css'
import { BallotOffer } from './BallotOffer.tsx'
import { PriorityNotice } from './PriorityNotice.tsx'
import { RestrictedNotice } from './RestrictedNotice.tsx'

const tones: Partial<Record<AvailabilityLabel, NoticeTone>> = { cancelled: 'warning', 'sold-out': 'warning' }

/** The reason that a performance can't be booked, and alternatives. */
export function ClosedInstance({ instance }: { readonly instance: Instance }) {
  if (instance.restrictedTo.length > 0)
    return (
      <>
        <RestrictedNotice instance={instance} />
        <OtherDates instance={instance} />
      </>
    )
  return instance.availability === 'priority' ? <PriorityNotice instance={instance} /> : <ClosedNotice instance={instance} />
}

function ClosedNotice({ instance }: { readonly instance: Instance }) {
  const t = useWords('browse')
  const { contact } = useBrand()
  const words = useClosedWords(instance)
  const calls = ['not-on-sale', 'book', 'cancelled'].includes(instance.availability)
  return (
    <>
      <Notice tone={tones[instance.availability] ?? 'info'} title={words.title}>
        <p>{words.detail}</p>
        <NoticeActions>
          {instance.availability === 'not-on-sale' && !instance.hasDaySeats && <BallotOffer instance={instance} />}
          {calls && (
            <a href={`tel:${contact.phone.replaceAll(/[^+\d]/g, '')}`} className={classNames(styles.call)}>
              {t('closed.call', { phone: contact.phone })}
            </a>
          )}
          <LinkButton to={`/events/${instance.event}#dates`}>{t('closed.allDates')}</LinkButton>
        </NoticeActions>
      </Notice>
      <OtherDates instance={instance} />
    </>
  )
}

/** Other performances of the production that can be booked. */
function OtherDates({ instance }: { readonly instance: Instance }) {
  const t = useWords('browse')
  const others = instance.others.filter((other) => bookable(other.availability)).slice(0, 6)
  if (others.length === 0) return null
  return (
    <section aria-labelledby="others-title">
      <h2 id="others-title">{t('closed.others')}</h2>
      <PerformanceList performances={others.map((other) => ({ ...other, to: `/events/${other.event}/${other.id}` }))} />
    </section>
  )
}

function useClosedWords(instance: Instance): { readonly title: string; readonly detail: string } {
  const t = useWords('browse')
  const { dateAndTime } = useFormats()
  const { contact } = useBrand()
  const wordsOf = useProblemWords()
  const facts = { phone: contact.phone, email: contact.email }
  if (instance.availability === 'book') return { title: t('closed.elsewhereTitle'), detail: t('closed.elsewhereDetail', facts) }
  if (instance.availability === 'not-on-sale' && Date.parse(instance.generalSaleAt) > serverNow())
    return {
      title: t('closed.notYetTitle'),
      detail: t('closed.notYetDetail', { ...facts, when: dateAndTime({ startsAt: instance.generalSaleAt, timeZone: instance.timeZone }) }),
    }
  return wordsOf(problemOf(instance))
}

function problemOf({ availability }: Instance): Problem {
  if (availability === 'passed') return problem('instance-passed')
  if (availability === 'cancelled') return problem('instance-cancelled')
  if (availability === 'sold-out') return problem('instance-sold-out')
  return problem('instance-off-sale')
}
