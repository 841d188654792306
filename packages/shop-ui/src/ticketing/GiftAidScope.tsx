import { type AccountGiftAidWording, type GiftAidWording, isAccountGiftAidWording } from '@playhouse/domain/giving'
import { RadioCards } from '#form/RadioCards'
import { useWords } from '#i18n'

/** The keys of the label and the text of each declaration. */
const wordKeys = {
  '2026-01': { label: 'giftAid.past', text: 'giftAid.declaration' },
  '2026-11-later': { label: 'giftAid.later', text: 'giftAid.declarationLater' },
} as const satisfies Record<AccountGiftAidWording, object>

type Props<Wording extends GiftAidWording> = {
  readonly wordings: readonly Wording[]
  readonly value: Wording
  readonly onChange: (wording: Wording) => void
}

/** Asks which donations a Gift Aid declaration covers, and shows its text. */
export function GiftAidScope<Wording extends GiftAidWording>({ wordings, value, onChange }: Props<Wording>) {
  const t = useWords('checkout')
  return (
    <>
      <RadioCards
        name="scope"
        label={t('giftAid.scope')}
        value={value}
        onChange={onChange}
        cards={wordings.map((wording) => ({
          value: wording,
          label: t(isAccountGiftAidWording(wording) ? wordKeys[wording].label : 'giftAid.once'),
        }))}
      />
      {isAccountGiftAidWording(value) && <GiftAidText wording={value} />}
    </>
  )
}

/** The text of a declaration at the account. */
export function GiftAidText({ wording }: { readonly wording: AccountGiftAidWording }) {
  const t = useWords('checkout')
  return <p>{t(wordKeys[wording].text)}</p>
}
