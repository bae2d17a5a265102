/** By this sites tell wallets apart (EIP-6963). */
export const RDNS = 'ai.bardo.demo-wallet';
