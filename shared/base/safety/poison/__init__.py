"""What was not said by the user: pasted passages, and texts that give an assistant orders.

`orders` judges a text as a whole, such as a note that a connection writes; `pasted` finds the
passages of a message that its author only shows. Both are pure.
"""
