import { useState } from 'react'
import { type Money, subtract } from '@playhouse/domain/money'
import type { Problem } from '@playhouse/domain/problem'
import { useFormats, useWords } from '#i18n'
import { announce } from '#ui/announce'
import { Button } from '#ui/Button'
import { CodeDialog } from './CodeDialog.tsx'
import { ProblemNotice } from '#ui/ProblemNotice'
import styles from './StoredValueLines.module.css'

type ChangeResult = Promise<Problem | undefined>
export type StoredValueLinesProps = {
  readonly giftVouchers: readonly { readonly code: string; readonly applied: Money; readonly remaining: Money }[]
  readonly credit: { readonly applied: Money; readonly balance: Money } | null
  /** A code that the visitor entered before there was anything to pay for. */
  readonly keptCode?: string | undefined
  /** Each returns the problem if it failed. */
  readonly onVoucher: (code: string) => ChangeResult
  readonly onRemoveVouchers: () => ChangeResult
  readonly onCredit: (isUsed: boolean) => ChangeResult
}

/** Applied gift vouchers and account credit, with the actions to change them. */
export function StoredValueLines({ giftVouchers, credit, keptCode, onVoucher, onRemoveVouchers, onCredit }: StoredValueLinesProps) {
  const t = useWords('part')
  const { money } = useFormats()
  const [isAsking, setAsking] = useState(false)
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<Problem>()
  const change = async (work: () => ChangeResult, message: string): Promise<void> => {
    setPending(true)
    const changeResult = await work()
    setPending(false)
    setProblem(changeResult)
    if (!changeResult) announce(message)
  }
  const applyVoucher = async (code: string): ChangeResult => {
    setProblem(undefined)
    const voucherResult = await onVoucher(code)
    if (voucherResult) return voucherResult
    announce(t('purse.said.voucher'))
    return voucherResult
  }
  const isCreditUsed = credit !== null && credit.applied > 0
  return (
    <section className={styles.purses} aria-label={t('purse.label')}>
      {problem && <ProblemNotice problem={problem} bare />}
      {giftVouchers.map(({ code, applied, remaining }) => (
        <div key={code} className={styles.applied}>
          <p>
            <strong>{t('purse.voucher')}</strong> <span className={styles.code}>{code}</span>
            <br />
            {t('purse.pays', { amount: money(applied) })}
            {remaining > 0 && <span className={styles.left}> {t('purse.left', { amount: money(remaining) })}</span>}
          </p>
        </div>
      ))}
      {credit && isCreditUsed && (
        <div className={styles.applied}>
          <p>
            <strong>{t('purse.credit')}</strong>
            <br />
            {t('purse.pays', { amount: money(credit.applied) })}
            {credit.balance > credit.applied && (
              <span className={styles.left}> {t('purse.left', { amount: money(subtract(credit.balance, credit.applied)) })}</span>
            )}
          </p>
          <Button onPress={() => void change(() => onCredit(false), t('purse.said.creditRemoved'))} isDisabled={isPending}>
            {t('purse.removeCredit')}
          </Button>
        </div>
      )}
      {credit && credit.balance > 0 && !isCreditUsed && (
        <Button onPress={() => void change(() => onCredit(true), t('purse.said.credit'))} isDisabled={isPending}>
          {t('purse.useCredit', { amount: money(credit.balance) })}
        </Button>
      )}
      <div className={styles.ways}>
        <Button look="quiet" onPress={() => setAsking(true)}>
          {t(giftVouchers.length > 0 ? 'purse.another' : 'purse.ask')}
        </Button>
        {giftVouchers.length > 0 && (
          <Button look="quiet" onPress={() => void change(onRemoveVouchers, t('purse.said.voucherRemoved'))} isDisabled={isPending}>
            {t('purse.removeVoucher', { count: giftVouchers.length })}
          </Button>
        )}
      </div>
      <CodeDialog kind="voucher" isOpen={isAsking} initialCode={keptCode} onClose={() => setAsking(false)} onApply={applyVoucher} />
    </section>
  )
}
