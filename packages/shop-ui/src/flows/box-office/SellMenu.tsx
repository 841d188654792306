import { useFormats, useWords } from '#i18n'
import { Link } from '#ui/Link'
import { openFunds, useBrand } from '#server-state'
import styles from './SellPage.module.css'

/** Products, gift vouchers, memberships and funds that the brand sells. Each is a link to its form, or to the list of products. */
export function SellMenu() {
  const t = useWords('box-office')
  const { money } = useFormats()
  const brand = useBrand()
  const { defaultLocale, productTypes } = brand
  const sellsVouchers = brand.giftVouchers && !brand.giftVouchers.isWithdrawn
  const funds = openFunds(brand)
  const memberships = brand.memberships.flatMap(({ id, name, sold }) => (sold ? [{ id, name, ...sold }] : []))
  if (funds.length === 0 && memberships.length === 0 && !sellsVouchers && !productTypes) return <p>{t('sell.nothing')}</p>
  return (
    <>
      {productTypes && (
        <Products id="sell-products" title={t('product.menu')}>
          <li>
            <Link to="/smart/add-to-cart/products">{t('product.menuLink')}</Link>
          </li>
        </Products>
      )}
      {sellsVouchers && (
        <Products id="sell-vouchers" title={t('sell.vouchers')}>
          <li>
            <Link to="/smart/add-to-cart/gift-vouchers">{t('sell.voucher')}</Link>
          </li>
        </Products>
      )}
      {memberships.length > 0 && (
        <Products id="sell-memberships" title={t('sell.memberships')}>
          {memberships.map(({ id, name, price, months }) => (
            <li key={id}>
              <Link to={`/smart/add-to-cart/memberships/${id}`}>
                <bdi lang={defaultLocale}>{name}</bdi>
                <span>
                  {money(price)}, {t('sell.months', { count: months })}
                </span>
              </Link>
            </li>
          ))}
        </Products>
      )}
      {funds.length > 0 && (
        <Products id="sell-funds" title={t('sell.funds')}>
          {funds.map(({ fund, name }) => (
            <li key={fund}>
              <Link to={`/smart/add-to-cart/donations/${fund}`}>
                <bdi lang={defaultLocale}>{name}</bdi>
              </Link>
            </li>
          ))}
        </Products>
      )}
    </>
  )
}

function Products({ id, title, children }: { readonly id: string; readonly title: string; readonly children: React.ReactNode }) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul role="list" className={styles['products']}>
        {children}
      </ul>
    </section>
  )
}
