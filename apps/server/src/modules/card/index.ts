export { cardsToOffer, type KeptCard, keepCard, listCards, preferCard, removeCard } from './card.ts'
