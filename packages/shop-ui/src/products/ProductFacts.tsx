import type { ProductOnSale } from '@playhouse/domain/product'
import { useWords } from '#i18n'
import { offerClasses } from '#ticketing/OfferLayout'
import { classNames } from '#theme'
import styles from './ProductFacts.module.css'
import { useNameText } from './useProductText.ts'

type ProductProps = { readonly product: ProductOnSale }

/** An image of a product, with its alternative text. */
export function ProductImage({ image }: { readonly image: ProductOnSale['images'][number] }) {
  const { text, lang } = useNameText()({ name: image.alt, names: image.alts })
  return (
    <img
      src={image.path}
      alt={text}
      lang={lang}
      width={image.width}
      height={image.height}
      loading="lazy"
      className={classNames(styles.image)}
    />
  )
}

/** All images of a product; nothing where it has none. */
export const ProductImages = ({ product: { images }, small = false }: ProductProps & { /** In a list. */ readonly small?: boolean }) =>
  images.length === 0 ? null : (
    <div className={classNames(styles.images, small && styles.small)}>
      {images.map((image) => (
        <ProductImage key={image.path} image={image} />
      ))}
    </div>
  )

/** The allergens and the diets of food; nothing for other products. */
export function FoodMarks({ product: { allergens, diets } }: ProductProps) {
  const t = useWords('product')
  return (
    <>
      {allergens.length > 0 && <p>{t('contains', { list: allergens.map((each) => t(`allergen.${each}`)).join(', ') })}</p>}
      {diets.length > 0 && <p className={offerClasses.soft}>{t('diets', { list: diets.map((each) => t(`diet.${each}`)).join(', ') })}</p>}
    </>
  )
}
