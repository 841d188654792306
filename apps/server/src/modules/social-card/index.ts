export { type CardContent, cardSize, cardVersion, createSocialCards } from './social-cards.ts'
