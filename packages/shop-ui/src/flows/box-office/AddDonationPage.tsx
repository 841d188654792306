import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useParams } from 'react-router'
import { type Fund, isGiftAmount, offersRecognition } from '@playhouse/domain/giving'
import { problem as problemOf } from '@playhouse/domain/problem'
import { useFormats, useWords } from '#i18n'
import { Button } from '#ui/Button'
import { LinkButton } from '#ui/LinkButton'
import { ProblemNotice } from '#ui/ProblemNotice'
import { Checkbox } from '#form/Checkbox'
import { RadioCards } from '#form/RadioCards'
import { TextField } from '#form/TextField'
import { openFunds, useBrand } from '#server-state'
import { AmountField } from './AmountField.tsx'
import { parseAmount } from '@playhouse/domain/typed-amount'
import styles from './BoxOffice.module.css'
import { useCounterState } from './counter-state.ts'
import { DonorGiftAid } from './DonorGiftAid.tsx'
import { GiftAidProblem, useGiftAidDeclaration } from './GiftAidFields.tsx'
import { SaleLayout } from './SellPage.tsx'
import { useAddAtCounter } from './useAddAtCounter.ts'

/** Adds a donation to one fund. A fund that is closed or unknown has no form. */
export function AddDonationPage() {
  const t = useWords('box-office')
  const { fund: id = '' } = useParams()
  const brand = useBrand()
  const fund = openFunds(brand).find((each) => each.fund === id)
  const closed = brand.features.donations ? brand.giving.find((each) => each.fund === id) : undefined
  return (
    <SaleLayout title={t('add.donation')}>
      {fund ? (
        <DonationForm key={id} fund={fund} />
      ) : (
        <>
          <ProblemNotice problem={closed ? problemOf('fund-closed', { name: closed.name }) : problemOf('page-not-found')} bare />
          <div>
            <LinkButton to="/smart/sell">{t('sell.title')}</LinkButton>
          </div>
        </>
      )}
    </SaleLayout>
  )
}

function DonationForm({ fund }: { readonly fund: Fund }) {
  const t = useWords('box-office')
  const { money } = useFormats()
  const { defaultLocale } = useBrand()
  const { customer } = useCounterState()
  const { add, problem, isPending } = useAddAtCounter()
  const declaration = useGiftAidDeclaration(customer)
  /** The customer who declares Gift Aid: another customer has not declared it. */
  const [declarant, setDeclarant] = useState<string>()
  const declaresGiftAid = declarant !== undefined && declarant === customer?.id
  const [typed, setTyped] = useState('')
  const [isMissing, setMissing] = useState(false)
  /** Empty where the donor leaves it to the theatre. */
  const [appeal, setAppeal] = useState('')
  const [isAnonymous, setAnonymous] = useState(false)
  const [recognitionName, setRecognitionName] = useState('')
  const [tributeName, setTributeName] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const amount = parseAmount(typed)
  const isNamed = amount !== undefined && offersRecognition(fund, amount) && !isAnonymous
  const range = t('sell.range', { least: money(fund.least), most: money(fund.most) })
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const isValid = amount !== undefined && isGiftAmount(fund, amount)
    setMissing(!isValid)
    const isDeclaring = declaresGiftAid && customer?.giftAid?.isDeclared === false
    const isAddressed = !isDeclaring || (await declaration.validate(isValid))
    if (!isValid) return field.current?.focus()
    if (!isAddressed || (isDeclaring && !(await declaration.declare()))) return
    await add({
      kind: 'donation',
      ...{ fund: fund.fund, appeal: appeal || null, amount, isAnonymous },
      recognitionName: (isNamed && recognitionName.trim()) || null,
      tributeName: tributeName.trim() || null,
    })
  }
  return (
    <form className={styles['form']} noValidate aria-label={t('add.donation')} onSubmit={(event) => void submit(event)}>
      <h2 lang={defaultLocale}>{fund.name}</h2>
      {problem && <ProblemNotice problem={problem} bare />}
      {declaration.problem && <GiftAidProblem problem={declaration.problem} />}
      <AmountField
        name="donation-amount"
        label={t('sell.amount')}
        hint={range}
        error={isMissing ? t('sell.amountWrong') : undefined}
        value={typed}
        onChange={(text) => {
          setTyped(text)
          setMissing(false)
        }}
        presets={fund.presets}
        ref={field}
      />
      {fund.appeals && (
        <RadioCards
          name="donation-appeal"
          label={t('sell.appeal')}
          value={appeal}
          onChange={setAppeal}
          cards={[
            { value: '', label: t('sell.anyAppeal') },
            ...fund.appeals.map(({ appeal, name }) => ({ value: appeal, label: <span lang={defaultLocale}>{name}</span> })),
          ]}
        />
      )}
      {isNamed && (
        <TextField
          name="donor-name"
          label={t('sell.recognition')}
          optional
          maxLength={80}
          value={recognitionName}
          onChange={setRecognitionName}
        />
      )}
      <Checkbox name="is-anonymous" value={isAnonymous} onChange={setAnonymous}>
        {t('sell.anonymous')}
      </Checkbox>
      <TextField name="tribute-name" label={t('sell.tribute')} optional maxLength={80} value={tributeName} onChange={setTributeName} />
      <DonorGiftAid
        declaration={declaration}
        isWanted={declaresGiftAid}
        onChange={(isWanted) => setDeclarant(isWanted ? customer?.id : undefined)}
      />
      <Button type="submit" look="primary" isPending={isPending || declaration.isPending}>
        {t('sell.add')}
      </Button>
    </form>
  )
}
