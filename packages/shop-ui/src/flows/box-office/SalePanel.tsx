import { type RefObject, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { CounterSale } from '@playhouse/api-client/contract'
import { isEmpty } from '@playhouse/domain/item-kind'
import { useWords } from '#i18n'
import { Button } from '#ui/Button'
import { Notice } from '#ui/Notice'
import { ProblemNotice } from '#ui/ProblemNotice'
import { api } from '#server-state'
import { setCounterState, useCounterState, useStaffMutation } from './counter-state.ts'
import { HeldSeats } from './HeldSeats.tsx'
import { PayPanel } from './PayPanel.tsx'
import { SaleConfirmation } from './SaleConfirmation.tsx'

/** The button that sent the link is gone: the notice takes its focus. */
const takeFocus = (notice: HTMLElement | null): void => notice?.focus()

/** The basket of a sale without a seat map, its payment, and the completed sale. */
export function SalePanel({ payRef }: { readonly payRef?: RefObject<HTMLButtonElement | null> | undefined }) {
  const t = useWords('box-office')
  const navigate = useNavigate()
  const { basket } = useCounterState()
  const { send, problem, dismiss } = useStaffMutation()
  const [isAsking, setAsking] = useState(false)
  const [sale, setSale] = useState<CounterSale>()
  const [sentLink, setSentLink] = useState<string>()
  const ownRef = useRef<HTMLButtonElement>(null)
  const pay = payRef ?? ownRef
  // An open payment stays on the screen until its outcome is known.
  const isPaying = (isAsking || basket.state === 'paying') && !isEmpty(basket)
  const release = (id: string) => send(() => api.counter.removeTicket({ params: { id } }), { onSuccess: setCounterState })
  return (
    <>
      {problem && <ProblemNotice problem={problem} bare />}
      {sale && (
        <SaleConfirmation
          sale={sale}
          onNext={() => {
            setSale(undefined)
            void navigate('/smart/sell', { state: null })
          }}
        />
      )}
      {sentLink !== undefined && isEmpty(basket) && (
        <Notice ref={takeFocus} tabIndex={-1} tone="success" role="status">
          {sentLink}
        </Notice>
      )}
      {isPaying && (
        <PayPanel
          exchange={undefined}
          backTo="basket"
          onSold={(sold) => {
            setCounterState(sold.desk)
            setAsking(false)
            setSale(sold)
          }}
          onLinkSent={(message) => {
            setAsking(false)
            setSentLink(message)
          }}
          onBack={() => {
            setAsking(false)
            // The button is on the page after this change.
            requestAnimationFrame(() => pay.current?.focus())
          }}
        />
      )}
      <HeldSeats instance={undefined} onRelease={(id) => void release(id)} onCleared={dismiss} onProblem={dismiss} />
      {isEmpty(basket)
        ? !sale && <p>{t('sell.empty')}</p>
        : !isPaying && (
            <div>
              <Button
                look="primary"
                ref={pay}
                onPress={() => {
                  setSale(undefined)
                  setSentLink(undefined)
                  setAsking(true)
                }}
              >
                {t('call.pay')}
              </Button>
            </div>
          )}
    </>
  )
}
