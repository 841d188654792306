import type { Instance } from '@playhouse/api-client/contract'
import { FoodButton } from '#food'
import { useLocale, useWords } from '#i18n'
import { useBrand } from '#server-state'
import { BookTable } from '#tables'
import { classNames } from '#theme'
import { Link } from '#ui/Link'
import styles from './InstancePage.module.css'
import { useVisitProducts, VisitProducts } from './VisitProducts.tsx'

/** What visitors can order for a performance besides tickets: food, tables, items, and its form. Nothing where there is none. */
export function VisitExtras({ instance }: { readonly instance: Instance }) {
  const t = useWords('browse')
  const { restaurant, tablePartners } = useBrand()
  const products = useVisitProducts()
  // Also for those who have their tickets, so whether the performance is on sale does not matter.
  const willTakePlace = instance.availability !== 'passed' && instance.availability !== 'cancelled'
  const hasFood = willTakePlace && instance.hasFood
  const hasTables = willTakePlace && (restaurant !== undefined || tablePartners !== undefined)
  const hasProducts = instance.products.length > 0 || products.isOpen
  const form = willTakePlace ? instance.form : null
  if (!hasFood && !hasTables && !hasProducts && !form) return null
  return (
    <section aria-labelledby="visit-title" className={classNames(styles.section)}>
      <h2 id="visit-title">{t('visit.title')}</h2>
      {(hasFood || hasTables || hasProducts) && (
        <div className={styles.extras}>
          {hasFood && <FoodButton instance={instance.id} label={t('food')} />}
          {hasTables && <BookTable performance={{ ...instance, instance: instance.id, title: instance.production.title }} />}
          {hasProducts && <VisitProducts instance={instance.id} {...products} />}
        </div>
      )}
      {form && <FormLink instance={instance} form={form} />}
    </section>
  )
}

type FormLinkProps = { readonly instance: Instance; readonly form: NonNullable<Instance['form']> }

/** Link to the form that visitors send about the performance. */
function FormLink({ instance: { event, id, production }, form }: FormLinkProps) {
  const translation = form.translations?.[useLocale()]
  return (
    <p>
      <Link to={`/events/${event}/${id}/form`} lang={translation ? undefined : production.copyLanguage}>
        {translation ?? form.text}
      </Link>
    </p>
  )
}
