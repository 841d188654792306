import type { Dish } from '@playhouse/domain/menu'
import { useFormats, useWords } from '#i18n'
import { NumberStepper } from '#form/NumberStepper'
import { classNames } from '#theme'
import styles from './FoodForm.module.css'
import { useFoodText } from './useFoodText.ts'

type DishLineProps = {
  readonly dish: Dish
  /** Id of its number. */
  readonly id: string
  readonly count: number
  readonly most: number
  /** Absent for the only dish of a course, which each guest has. */
  readonly onChange?: (count: number) => void
}

/** A dish with its allergens and diets in words, and how many of it are ordered. */
export function DishLine({ dish, id, count, most, onChange }: DishLineProps) {
  const t = useWords('food')
  const { money, list } = useFormats()
  const { name, summary, lang } = useFoodText()(dish)
  const { allergens, diets, supplement } = dish
  return (
    <li className={classNames(styles.dish)}>
      <div className={styles.about}>
        <p>
          <span lang={lang} className={styles.name}>
            {name}
          </span>
          {supplement > 0 && <span className={styles.supplement}> {t('supplement', { amount: money(supplement) })}</span>}
        </p>
        {summary && (
          <p lang={lang} className={styles.soft}>
            {summary}
          </p>
        )}
        {diets.length > 0 && <p className={styles.soft}>{list(diets.map((diet) => t(`diet.${diet}`)))}</p>}
        {allergens.length > 0 && (
          <p className={styles.soft}>{t('contains', { allergens: list(allergens.map((allergen) => t(`allergen.${allergen}`))) })}</p>
        )}
      </div>
      {onChange ? (
        <div className={styles.number}>
          <NumberStepper name={id} label={t('count', { dish: name })} value={count} onChange={onChange} minimum={0} maximum={most} />
        </div>
      ) : (
        <p className={styles.soft}>{t('each')}</p>
      )}
    </li>
  )
}
