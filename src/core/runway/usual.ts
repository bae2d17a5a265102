// The usual size of a runway. Beyond it the owner must override explicitly.
export const USUAL_DAYS = 90;
export const USUAL_USDC = 100;
