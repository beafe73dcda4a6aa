export { keptPlan } from '../database/kept-plans.js';
