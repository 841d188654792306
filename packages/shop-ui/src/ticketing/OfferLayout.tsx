import { classNames } from '#theme'
import styles from './OfferLayout.module.css'

/** Classes of the pages that list what is sold as cards, and of those with a text beside a card. */
export const offerClasses = {
  lead: classNames(styles.lead),
  soft: classNames(styles.soft),
  status: classNames(styles.status),
  price: classNames(styles.price),
  cards: classNames(styles.cards),
  card: classNames(styles.card),
  /** The card beside a text. */
  aside: classNames(styles.card, styles.aside),
  page: classNames(styles.page),
  text: classNames(styles.text),
} as const
