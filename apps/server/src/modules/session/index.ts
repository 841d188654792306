export { beginVisit, type CustomerRow, endVisit, giveBasket, resumeVisit, sweepVisits, type Visit } from './session.ts'
