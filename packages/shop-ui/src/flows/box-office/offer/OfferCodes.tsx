import { type FormEvent, useRef, useState } from 'react'
import type { SingleUseCode } from '@playhouse/api-client/contract'
import { promoCodeOf } from '@playhouse/domain/promo'
import { maxCodePrefixLength, mostCodesOfBatch, mostCodesOfOffer, singleUseCodeStates } from '@playhouse/domain/single-use-codes'
import { TextArea } from '#form/TextArea'
import { TextField } from '#form/TextField'
import { useFormats, useWords } from '#i18n'
import { api } from '#server-state'
import { Button } from '#ui/Button'
import { Link } from '#ui/Link'
import styles from '../BoxOffice.module.css'
import { CsvButton } from '../CsvButton.tsx'
import { ListTable } from '../ListTable.tsx'
import { PlanningOutcome } from '../planning/PlanningOutcome.tsx'
import { typedNumber } from '../planning/typed-number.ts'
import { usePlanningMutation } from '../planning/usePlanningMutation.ts'
import { useInvalidFocus } from '../useInvalidFocus.ts'

/** The single-use codes of an offer. They are read once staff ask for them, because that needs a fresh second factor. */
export function OfferCodes({ offer }: { readonly offer: string }) {
  const t = useWords('offer')
  const mutation = usePlanningMutation()
  const heading = useRef<HTMLHeadingElement>(null)
  const [codes, setCodes] = useState<readonly SingleUseCode[]>()
  const params = { offer }
  const load = async (): Promise<void> => {
    await mutation.send(() => api.offerCodes.all({ params }), { onSuccess: (reply) => setCodes(reply.codes), focus: heading })
  }
  return (
    <section className={styles['panel']} aria-labelledby="offer-codes">
      <h2 id="offer-codes" ref={heading} tabIndex={-1}>
        {t('codes.title')}
      </h2>
      <p>{t('codes.lead')}</p>
      <p>
        <Link to={`/smart/changes?${new URLSearchParams({ subject: 'offer-codes', id: offer })}`}>{t('changes')}</Link>
      </p>
      <CreateCodes offer={offer} onCreated={load} />
      <PlanningOutcome mutation={mutation} />
      {codes ? (
        <>
          <CodeList offer={offer} codes={codes} />
          {codes.some(({ state }) => state === 'free') && <WithdrawCodes offer={offer} codes={codes} onWithdrawn={load} />}
        </>
      ) : (
        <Button onPress={() => void load()} isPending={mutation.isPending}>
          {t('codes.show')}
        </Button>
      )}
    </section>
  )
}

function CreateCodes({ offer, onCreated }: { readonly offer: string; readonly onCreated: () => Promise<void> }) {
  const t = useWords('offer')
  const mutation = usePlanningMutation()
  const { problem } = mutation
  const { form } = useInvalidFocus(problem)
  const [count, setCount] = useState('')
  const [prefix, setPrefix] = useState('')
  const fields = problem?.code === 'invalid-input' ? problem.params.fields : []
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void mutation.send(() => api.offerCodes.create({ params: { offer }, body: { count: typedNumber(count), prefix } }), {
      onSuccess: async () => {
        setCount('')
        await onCreated()
      },
      message: t('codes.created'),
    })
  }
  return (
    <form ref={form} className={styles['form']} onSubmit={submit} aria-labelledby="offer-codes" noValidate>
      <PlanningOutcome mutation={mutation} />
      <TextField
        name="codes-count"
        label={t('codes.count')}
        inputMode="numeric"
        value={count}
        onChange={setCount}
        hint={t('codes.countHint', { most: mostCodesOfBatch })}
        error={fields.includes('count') ? t('codes.countFault', { most: mostCodesOfBatch, all: mostCodesOfOffer }) : undefined}
      />
      <TextField
        name="codes-prefix"
        label={t('codes.prefix')}
        optional
        maxLength={maxCodePrefixLength}
        value={prefix}
        onChange={setPrefix}
        error={fields.includes('prefix') ? t('codes.prefixFault') : undefined}
      />
      <Button type="submit" isPending={mutation.isPending}>
        {t('codes.create')}
      </Button>
    </form>
  )
}

function CodeList({ offer, codes }: { readonly offer: string; readonly codes: readonly SingleUseCode[] }) {
  const t = useWords('offer')
  const { instant } = useFormats()
  return (
    <>
      <CsvButton
        label={t('codes.download')}
        file={`codes-${offer}`}
        rows={() => [
          [t('codes.code'), t('state'), t('codes.order'), t('codes.added')],
          ...codes.map(({ code, state, order, addedAt }) => [code, t(`codes.states.${state}`), order ?? '', addedAt]),
        ]}
      />
      <ListTable
        name="code"
        label={t('codes.title')}
        rows={codes}
        keyOf={({ id }) => id}
        search={{ label: t('codes.find'), textOf: ({ code, order }) => `${code} ${order ?? ''}` }}
        filter={{
          label: t('state'),
          options: (['all', ...singleUseCodeStates] as const).map((value) => ({
            value,
            label: value === 'all' ? t('states.all') : t(`codes.states.${value}`),
          })),
          of: ({ state }) => state,
        }}
        count={(count) => t('codes.number', { count })}
        columns={[
          { id: 'code', label: t('codes.code'), value: ({ code }) => code, renderCell: ({ code }) => code },
          {
            id: 'state',
            label: t('state'),
            value: ({ state }) => singleUseCodeStates.indexOf(state),
            renderCell: ({ state }) => t(`codes.states.${state}`),
          },
          {
            id: 'order',
            label: t('codes.order'),
            value: ({ order }) => order,
            renderCell: ({ order }) => order !== null && <Link to={`/smart/orders/${order}`}>{order}</Link>,
          },
          {
            id: 'added',
            isLesser: true,
            label: t('codes.added'),
            value: ({ addedAt }) => addedAt,
            renderCell: ({ addedAt }) => instant(addedAt),
          },
        ]}
      />
    </>
  )
}

type WithdrawProps = {
  readonly offer: string
  readonly codes: readonly SingleUseCode[]
  readonly onWithdrawn: () => Promise<void>
}

/** Withdraws typed codes, or the free ones that were created together. */
function WithdrawCodes({ offer, codes, onWithdrawn }: WithdrawProps) {
  const t = useWords('offer')
  const { instant, list } = useFormats()
  const mutation = usePlanningMutation()
  const { form, reject } = useInvalidFocus(mutation.problem)
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const free = codes.filter(({ state }) => state === 'free')
  const batches = [...Map.groupBy(free, ({ batch }) => batch)]
  const withdraw = (chosen: readonly SingleUseCode[]): void =>
    void mutation.send(() => api.offerCodes.withdraw({ params: { offer }, body: { codes: chosen.map(({ id }) => id) } }), {
      onSuccess: async () => {
        setText('')
        await onWithdrawn()
      },
      message: t('codes.withdrawn'),
    })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const typed = [
      ...new Set(
        text
          .split(/[\n,;]/)
          .map(promoCodeOf)
          .filter(Boolean),
      ),
    ]
    const unknown = typed.filter((code) => !free.some((each) => each.code === code))
    const fault =
      typed.length === 0 ? t('fault') : unknown.length > 0 ? t('codes.notFree', { codes: list(unknown.slice(0, 5)) }) : undefined
    setError(fault)
    if (fault !== undefined) return reject()
    withdraw(free.filter(({ code }) => typed.includes(code)))
  }
  return (
    <form ref={form} className={styles['form']} onSubmit={submit} aria-labelledby="withdraw-codes" noValidate>
      <h3 id="withdraw-codes">{t('codes.withdrawTitle')}</h3>
      <p>{t('codes.withdrawLead')}</p>
      <PlanningOutcome mutation={mutation} />
      <TextArea
        name="codes-withdraw"
        label={t('codes.lines')}
        hint={t('codes.linesHint')}
        maxLength={40_000}
        value={text}
        onChange={setText}
        error={error}
      />
      <Button type="submit" isPending={mutation.isPending}>
        {t('codes.withdraw')}
      </Button>
      <div className={styles['inline']}>
        {batches.map(([batch, ofBatch]) => (
          <Button key={batch} look="quiet" isPending={mutation.isPending} onPress={() => withdraw(ofBatch)}>
            {t('codes.withdrawBatch', { count: ofBatch.length, at: instant(ofBatch[0]!.addedAt) })}
          </Button>
        ))}
      </div>
    </form>
  )
}
