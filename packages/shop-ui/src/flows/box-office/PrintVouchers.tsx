import { type Ref } from 'react'
import { useWords } from '#i18n'
import { Button } from '#ui/Button'
import { ProblemNotice } from '#ui/ProblemNotice'
import { api } from '#server-state'
import { useStaffMutation } from './counter-state.ts'
import { openPdf } from './open-pdf.ts'

type Props = {
  readonly order: string
  readonly label: string
  readonly onPrinted: () => void
  /** The vouchers of a new sale: they had no codes before. */
  readonly isFirst?: boolean
  readonly look?: 'primary' | 'secondary'
  readonly ref?: Ref<HTMLButtonElement>
}

/** Makes new codes for the gift vouchers of an order and opens them as a PDF. Codes that were printed before are blocked. */
export function PrintVouchers({ order, label, onPrinted, isFirst = false, look = 'secondary', ref }: Props) {
  const t = useWords('box-office')
  const { send, problem, isPending } = useStaffMutation()
  const print = async (): Promise<void> => {
    const result = await send(() => api.afterSale.printVouchers({ params: { number: order } }), {
      message: t(isFirst ? 'vouchers.printedFirst' : 'vouchers.printed'),
    })
    if (!result.ok) return
    openPdf(result.value)
    onPrinted()
  }
  return (
    <>
      <Button look={look} isPending={isPending} onPress={() => void print()} {...(ref ? { ref } : {})}>
        {label}
      </Button>
      {problem && <ProblemNotice problem={problem} bare />}
    </>
  )
}
