import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { Label } from 'react-aria-components/Label'
import { TextArea } from 'react-aria-components/TextArea'
import { TextField as ReadOnlyField } from 'react-aria-components/TextField'
import type { CardBatch } from '@playhouse/api-client/contract'
import { mostCardsOfBatch } from '@playhouse/domain/card-batch'
import { recordKindRules } from '@playhouse/domain/record-kind'
import { isStaffAllowed } from '@playhouse/domain/staff'
import { fieldClasses } from '#form/Field'
import { TextField } from '#form/TextField'
import { useFormats, useWords } from '#i18n'
import { api } from '#server-state'
import { Button } from '#ui/Button'
import { Link } from '#ui/Link'
import styles from '../BoxOffice.module.css'
import { useCounterState } from '../counter-state.ts'
import { CsvButton } from '../CsvButton.tsx'
import { DataTable } from '../DataTable.tsx'
import { PlanningOutcome } from '../planning/PlanningOutcome.tsx'
import { typedNumber } from '../planning/typed-number.ts'
import { usePlanningMutation } from '../planning/usePlanningMutation.ts'
import { QueryStatus } from '../QueryStatus.tsx'
import { useInvalidFocus } from '../useInvalidFocus.ts'
import { refreshRecords, subscriptionCardsQuery } from './record-queries.ts'

/** The batches of cards of a flexible subscription, and the form that issues more. */
export function SubscriptionCards({ flex }: { readonly flex: string }) {
  const t = useWords('catalogue')
  const plan = useWords('planning')
  const { role } = useCounterState().clerk
  const query = useQuery(subscriptionCardsQuery(flex))
  const isEditor = isStaffAllowed(role, recordKindRules['flex-subscription'].permission)
  return (
    <section className={styles['panel']} aria-labelledby="subscription-cards">
      <h2 id="subscription-cards">{t('cards.title')}</h2>
      <p>{t('cards.lead')}</p>
      <p>
        <Link to={`/smart/changes?${new URLSearchParams({ subject: 'subscription-cards', id: flex })}`}>{plan('changes.title')}</Link>
      </p>
      {isEditor && <IssueCards flex={flex} />}
      <QueryStatus query={query} height={6} />
      {query.data?.length === 0 && <p>{t('cards.none')}</p>}
      {query.data && query.data.length > 0 && <Batches {...{ flex, isEditor }} batches={query.data} />}
    </section>
  )
}

function IssueCards({ flex }: { readonly flex: string }) {
  const t = useWords('catalogue')
  const mutation = usePlanningMutation()
  const { problem } = mutation
  const { form } = useInvalidFocus(problem)
  const outcome = useRef<HTMLHeadingElement>(null)
  const [count, setCount] = useState('')
  const [reason, setReason] = useState('')
  const [numbers, setNumbers] = useState<readonly string[]>([])
  const isFaulty = problem?.code === 'invalid-input' && problem.params.fields.includes('count')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const body = { count: typedNumber(count), ...(reason.trim() !== '' && { reason: reason.trim() }) }
    void mutation.send(() => api.subscriptionCards.issue({ params: { flex }, body }), {
      onSuccess: async (reply) => {
        setNumbers(reply.numbers)
        setCount('')
        setReason('')
        await refreshRecords()
      },
      message: t('cards.issued'),
      focus: outcome,
    })
  }
  return (
    <>
      <form ref={form} className={styles['form']} onSubmit={submit} aria-labelledby="subscription-cards" noValidate>
        <PlanningOutcome mutation={mutation} />
        <TextField
          name="cards-count"
          label={t('cards.count')}
          hint={t('cards.countHint', { most: mostCardsOfBatch })}
          inputMode="numeric"
          value={count}
          onChange={setCount}
          error={isFaulty ? t('cards.countHint', { most: mostCardsOfBatch }) : undefined}
        />
        <TextField
          name="cards-reason"
          label={t('reason.label')}
          hint={t('cards.reasonHint')}
          optional
          maxLength={500}
          value={reason}
          onChange={setReason}
        />
        <Button type="submit" isPending={mutation.isPending}>
          {t('cards.issue')}
        </Button>
      </form>
      <h3 ref={outcome} tabIndex={-1} hidden={numbers.length === 0}>
        {t('cards.numbers')}
      </h3>
      {numbers.length > 0 && <NewNumbers {...{ flex, numbers }} />}
    </>
  )
}

/** The numbers of new cards. Only the reply to their issue has them. */
function NewNumbers({ flex, numbers }: { readonly flex: string; readonly numbers: readonly string[] }) {
  const t = useWords('catalogue')
  const [isCopied, setCopied] = useState(false)
  const lines = numbers.join('\n')
  const copy = async (): Promise<void> => {
    // Without the permission of the browser, the list is there to be selected.
    setCopied(
      await navigator.clipboard.writeText(lines).then(
        () => true,
        () => false,
      ),
    )
  }
  return (
    <>
      <p>
        <strong>{t('cards.once')}</strong>
      </p>
      <ReadOnlyField isReadOnly value={lines}>
        <Label>{t('cards.list', { count: numbers.length })}</Label>
        <TextArea rows={8} className={fieldClasses.box} />
      </ReadOnlyField>
      <div className={styles['inline']}>
        <Button onPress={() => void copy()}>{t('cards.copy')}</Button>
        <CsvButton
          label={t('cards.download')}
          file={`cards-${flex}`}
          rows={() => [[t('cards.number')], ...numbers.map((number) => [number])]}
        />
      </div>
      <p role="status">{isCopied && t('cards.copied')}</p>
    </>
  )
}

const columns = ['at', 'by', 'cards', 'linked', 'used', 'cancelled', 'cancel'] as const

type BatchesProps = { readonly flex: string; readonly batches: readonly CardBatch[]; readonly isEditor: boolean }

function Batches({ flex, batches, isEditor }: BatchesProps) {
  const t = useWords('catalogue')
  const { instant, number } = useFormats()
  const mutation = usePlanningMutation()
  const heading = useRef<HTMLHeadingElement>(null)
  const cancel = (batch: string): void =>
    void mutation.send(() => api.subscriptionCards.cancel({ params: { flex, batch }, body: {} }), {
      onSuccess: refreshRecords,
      message: t('cards.done'),
      focus: heading,
    })
  return (
    <>
      <h3 ref={heading} tabIndex={-1}>
        {t('cards.batches')}
      </h3>
      <PlanningOutcome mutation={mutation} />
      <DataTable
        isStacked
        label={t('cards.batches')}
        columns={columns.filter((key) => isEditor || key !== 'cancel').map((key) => ({ key, label: t(`cards.column.${key}`) }))}
      >
        <tbody>
          {batches.map(({ batch, issuedAt, by, cards, linked, used, cancelled }) => (
            <tr key={batch}>
              <th scope="row">{instant(issuedAt)}</th>
              <td data-label={t('cards.column.by')}>{by ?? t('cards.command')}</td>
              <td data-label={t('cards.column.cards')}>{number(cards)}</td>
              <td data-label={t('cards.column.linked')}>{number(linked)}</td>
              <td data-label={t('cards.column.used')}>{number(used)}</td>
              <td data-label={t('cards.column.cancelled')}>{number(cancelled)}</td>
              {isEditor && (
                <td>
                  {linked + cancelled < cards && (
                    <Button
                      look="quiet"
                      isPending={mutation.isPending}
                      aria-label={t('cards.cancelOf', { when: instant(issuedAt) })}
                      onPress={() => cancel(batch)}
                    >
                      {t('cards.cancel')}
                    </Button>
                  )}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </DataTable>
    </>
  )
}
