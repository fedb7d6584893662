/**
 * Why a call was charged that gave no answer: its caller left, its time was over, its process ended, a guard withheld
 * its result, or a step of a recipe failed, each after something had happened outside of this gateway.
 */
export const UNANSWERED = ['left', 'out_of_time', 'killed', 'withheld', 'step_failed'] as const
export type Unanswered = (typeof UNANSWERED)[number]
