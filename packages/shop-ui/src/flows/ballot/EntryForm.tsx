import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { BallotView, Instance } from '@playhouse/api-client/contract'
import { useFormats, useWords } from '#i18n'
import { Button } from '#ui/Button'
import { LinkButton } from '#ui/LinkButton'
import { Notice, NoticeActions } from '#ui/Notice'
import { NumberStepper } from '#form/NumberStepper'
import { ProblemNotice } from '#ui/ProblemNotice'
import { useApiMutation } from '#mutation'
import { ProductionTitle } from '#ticketing/ProductionTitle'
import { api, ballotQuery, queryClient } from '#server-state'
import styles from './Ballot.module.css'
import { hasSeveralProductions } from './several-productions.ts'

type EntryProps = {
  readonly ballot: BallotView
  readonly instance: Instance
  /** Path of the page for alternative performances. */
  readonly alternatives?: string
}

/** The form for a ballot entry: the number of tickets, and the entry that exists. */
export function EntryForm({ ballot, instance, alternatives }: EntryProps) {
  const t = useWords('ballot')
  const { dateAndTime, money } = useFormats()
  const navigate = useNavigate()
  const { entry } = ballot
  const isDaySeats = ballot.kind === 'day-seats'
  const [quantity, setQuantity] = useState(entry?.quantity ?? Math.min(2, ballot.maxQuantity))
  const { send, problem, isPending } = useApiMutation()
  const hasTitles = hasSeveralProductions(ballot)
  const furtherChoices = entry?.choices.filter((choice) => choice !== instance.id) ?? []
  const price = ballot.performances.find((one) => one.instance === instance.id)?.price ?? null
  const setBallot = (view: BallotView) => queryClient.setQueryData(ballotQuery(instance.id).queryKey, view)
  const params = { instance: instance.id }
  const leave = () =>
    send(() => api.ballot.leave({ params }), { onSuccess: setBallot, message: t(isDaySeats ? 'daySeats.saidLeft' : 'said.left') })
  const enter = async (): Promise<void> => {
    const result = await send(() => api.ballot.enter({ params, body: { quantity, choices: [instance.id, ...furtherChoices] } }), {
      onSuccess: setBallot,
      message: t(isDaySeats ? 'daySeats.saidEntered' : 'said.entered'),
    })
    if (result.ok && alternatives && !entry) await navigate(alternatives)
  }
  return (
    <>
      {problem && <ProblemNotice problem={problem} />}
      {entry && (
        <Notice tone="success" title={t(isDaySeats ? 'daySeats.enteredTitle' : 'entered.title')}>
          {isDaySeats ? (
            <p>{t('daySeats.entered', { count: entry.quantity })}</p>
          ) : (
            <>
              <p>{t('entered.detail', { count: entry.quantity })}</p>
              <ol>
                {entry.choices.map((choice) => {
                  const performance = ballot.performances.find((one) => one.instance === choice)
                  return (
                    performance && (
                      <li key={choice}>
                        {hasTitles && (
                          <>
                            <ProductionTitle of={performance} />,{' '}
                          </>
                        )}
                        {dateAndTime(performance)}
                      </li>
                    )
                  )
                })}
              </ol>
            </>
          )}
          <NoticeActions>
            {alternatives && <LinkButton to={alternatives}>{t('entered.alternatives')}</LinkButton>}
            <Button isPending={isPending} onPress={() => void leave()}>
              {t(isDaySeats ? 'daySeats.leave' : 'entered.leave')}
            </Button>
          </NoticeActions>
        </Notice>
      )}
      <div className={styles.form}>
        <p className={styles.evening}>
          <strong>{instance.production.title}</strong>
          <br />
          <time dateTime={instance.startsAt}>{dateAndTime(instance)}</time>
          {price !== null && (
            <>
              <br />
              {price === 0 ? t('form.free') : t('form.price', { price: money(price) })}
            </>
          )}
        </p>
        <NumberStepper
          name="ballot-quantity"
          label={t('form.quantity')}
          hint={t('form.most', { count: ballot.maxQuantity })}
          value={quantity}
          onChange={setQuantity}
          minimum={1}
          maximum={ballot.maxQuantity}
        />
        <Button look="primary" large isPending={isPending} onPress={() => void enter()}>
          {t(entry ? 'form.change' : isDaySeats ? 'daySeats.enter' : 'form.enter')}
        </Button>
      </div>
    </>
  )
}
