import { onCheck } from './handlers/cron';
import { onHome } from './handlers/home';
import { onRequest } from './handlers/rpc';
import { onSignatureInsight } from './handlers/signature';
import { onTransactionInsight } from './handlers/transaction';
import { onInput } from './handlers/user-input';
import { guarded } from './host/guarded';

export const onHomePage = guarded(onHome);
export const onCronjob = guarded(onCheck);
export const onTransaction = guarded(onTransactionInsight);
export const onSignature = guarded(onSignatureInsight);
export const onRpcRequest = guarded(onRequest);
export const onUserInput = guarded(onInput);
