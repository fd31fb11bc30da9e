export interface BusEvent {
  version: '0';
  id: string;
  source: string;
  'detail-type': string;
  account: string;
  time: string;
  region: string;
  resources: string[];
  detail: unknown;
}
