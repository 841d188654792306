import type { Session } from '@playhouse/api-client/contract'
import { useFormats, useWords } from '#i18n'
import { LinkButton } from '#ui/LinkButton'
import { NoticeActions } from '#ui/Notice'
import { ResultNotice } from './ResultNotice.tsx'

/** Reports what happened to a basket from an earlier visit, before the next screen. */
export function OtherBasketNotice({ other, to }: { readonly other: NonNullable<Session['otherBasket']>; readonly to: string }) {
  const t = useWords('entry')
  const { instant } = useFormats()
  const count = other.tickets
  return (
    <ResultNotice title={t(`other.${other.became}.title`)}>
      <p>
        {other.became === 'joined' ? t('other.joined.text', { count }) : t('other.kept-apart.text', { count, until: instant(other.until) })}
      </p>
      <NoticeActions>
        <LinkButton look="primary" to={to}>
          {t('other.goOn')}
        </LinkButton>
        <LinkButton to="/checkout/basket">{t('other.basket')}</LinkButton>
      </NoticeActions>
    </ResultNotice>
  )
}
