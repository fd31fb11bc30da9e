import { checkedApp } from '../lib/checked-app.ts';
import { addRequestedStage } from '../lib/stacks/add-requested-stage.ts';

// The app of `cdk synth` and `cdk deploy --all`.
addRequestedStage(checkedApp());
