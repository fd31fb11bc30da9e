import { SelectField, type SelectFieldProps } from '@aws-amplify/ui-react';

interface SelectOneProps<Value extends string>
  extends Omit<SelectFieldProps, 'children' | 'onChange' | 'onSelect'> {
  /** The values in their order, with their names on the page. */
  labels: Record<Value, string>;
  onSelect?: (value: Value) => void;
}

export const SelectOne = <Value extends string>({ labels, onSelect, ...props }: SelectOneProps<Value>) => (
  <SelectField {...props} onChange={({ target }) => onSelect?.(target.value as Value)}>
    {Object.entries<string>(labels).map(([value, label]) => (
      <option key={value} value={value}>
        {label}
      </option>
    ))}
  </SelectField>
);
