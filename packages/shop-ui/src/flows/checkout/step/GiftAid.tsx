import { queryOptions, useQuery } from '@tanstack/react-query'
import { Controller, useForm } from 'react-hook-form'
import { giftAidWording, type GiftAidWording, giftAidWordings } from '@playhouse/domain/giving'
import { money as moneyOf } from '@playhouse/domain/money'
import { useFormats, useWords } from '#i18n'
import { Checkbox } from '#form/Checkbox'
import { Link } from '#ui/Link'
import { PageHeading } from '#ui/PageHeading'
import { GiftAidScope } from '#ticketing/GiftAidScope'
import { api, queryClient, unwrap, useBasket, useSession, useSetGiftAid } from '#server-state'
import { recallForm, StepForm } from '../StepForm.tsx'
import type { Step } from './step.ts'

const declarationQuery = queryOptions({ queryKey: ['me', 'gift-aid'], queryFn: () => unwrap(api.me.giftAid()) })

/**
 * Lets a taxpayer declare Gift Aid for the donation of this order, and a customer with an account for the past four years and from now on.
 * The declaration is never preset.
 */
function GiftAid() {
  const t = useWords('checkout')
  const { money } = useFormats()
  const { giftAid: giftAidOffer } = useBasket()
  const setGiftAid = useSetGiftAid()
  const { customer } = useSession()
  const { data: declaration } = useQuery({ ...declarationQuery, enabled: customer !== null && !customer.isGuest })
  const form = useForm<{ isDeclared: boolean; wording: GiftAidWording }>({
    shouldFocusError: false,
    defaultValues: recallForm('gift-aid', { isDeclared: giftAidOffer?.isDeclared ?? false, wording: giftAidWording }),
  })
  const offersAccount = declaration?.isDeclared === false
  const save = async ({ isDeclared, wording }: { isDeclared: boolean; wording: GiftAidWording }) => {
    const saved = await setGiftAid.mutateAsync({ body: { isDeclared, wording: offersAccount ? wording : giftAidWording } })
    await queryClient.invalidateQueries({ queryKey: declarationQuery.queryKey })
    return saved
  }
  return (
    <>
      <PageHeading>{t('giftAid.title')}</PageHeading>
      <p>{t('giftAid.body', { amount: money(giftAidOffer?.amount ?? moneyOf(0)) })}</p>
      <StepForm step="gift-aid" form={form} save={save}>
        <Controller
          control={form.control}
          name="isDeclared"
          render={({ field }) => (
            <Checkbox {...field} hint={t('giftAid.hint')}>
              {t('giftAid.declare')}
            </Checkbox>
          )}
        />
        {offersAccount && form.watch('isDeclared') && !declaration.needsAddress && (
          <Controller
            control={form.control}
            name="wording"
            render={({ field: { value, onChange } }) => <GiftAidScope wordings={giftAidWordings} value={value} onChange={onChange} />}
          />
        )}
        {offersAccount && form.watch('isDeclared') && declaration.needsAddress && (
          <p>
            {t('giftAid.needsAddressForMore')} <Link to="/account/addresses">{t('giftAid.addAddress')}</Link>
          </p>
        )}
      </StepForm>
    </>
  )
}

export const giftAid: Step = { id: 'gift-aid', isNeeded: ({ basket }) => basket.giftAid !== null, Screen: GiftAid }
