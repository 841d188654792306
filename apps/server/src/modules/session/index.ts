export { beginVisit, type CustomerRow, endVisit, giveBasket, resumeVisit, sessionKeyOf, sweepVisits, type Visit } from './session.ts'
